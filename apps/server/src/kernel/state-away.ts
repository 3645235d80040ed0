/** The shared state cannot be asked: what needs it is refused, and everything else goes on. @source running 1.5 */
export class StateAway extends Error {
  override readonly name = 'StateAway';
}
