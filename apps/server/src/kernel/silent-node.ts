/** A node that was silent for this long is gone. @unit s @source running 1.6 */
export const silentSec = 30;
