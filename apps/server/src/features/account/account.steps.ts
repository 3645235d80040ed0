/** What other nouns may call: changes within their transaction, and proofs within their call. */
export {
  closeUser,
  countAccountVersion,
  insertUser,
  lockAccount,
  lockDueClosing,
  lockUser,
  requestClosing,
  updateLastTenant,
  updateMobile,
  updateNewDeviceProof,
  updatePassword,
  updateStatus,
  updateUserName,
  withdrawClosing,
} from './account.sql.ts';
export { deleteGuards, holdUser, liftShortLocks, lockGuard } from './login-guard.sql.ts';
export { deleteDevices, insertLogin } from './login-history.sql.ts';
export { deleteMobileChange, mayConfirmBills, replaceMobileChange } from './mobile-change/mobile-change.sql.ts';
export {
  countLogin,
  recordSuccess,
  subjectOf,
  type TrySubject,
  tryPasswordOf,
  usableAccount,
} from './password-try.ts';
export { codeBond, proveLogin, provePendingTotp, proveSmsCode } from './proofs.ts';
export { signIn } from './sign-in.ts';
export { deleteSmsCode } from './sms-code.sql.ts';
export { deleteTotp, insertRecoveryCodes, insertTotp, lockTotp } from './totp.sql.ts';
