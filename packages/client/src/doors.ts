/** Where a call goes and what its signature covers. */
export interface Door {
  readonly operationId: string;
  /** Path and query below the base. */
  readonly address: string;
  readonly signedFor: string;
  readonly direct: boolean;
}

/** The gateway's door of an operation. @source contract 1 */
export const gatewayDoor = (operationId: string): Door => ({
  operationId,
  address: `/ops?operationId=${operationId}`,
  signedFor: operationId,
  direct: false,
});
