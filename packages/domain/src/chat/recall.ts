/** How long a message may be taken back. @source service 1.3 */
export const recallMinutes = 2;
