/** The oldest Node that runs TypeScript sources directly (type stripping without a flag). */
export const floor = '22.18.0';

/** The version that is downloaded where the system's Node is older than that. */
export const pinned = '24.21.0';

/**
 * Whether a Node of this version may run the sources.
 *
 * @param {string} version with or without the leading `v`
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [floorMajor = 0, floorMinor = 0] = floor.split('.').map(Number);
  // The next release line supports it from 23.6 on.
  if (major === floorMajor + 1) return minor >= 6;
  return major > floorMajor || (major === floorMajor && minor >= floorMinor);
}

/**
 * The package that contains the pinned Node for a platform.
 *
 * @param {string} platform as `process.platform`
 * @param {string} arch as `process.arch`
 */
export function platformPackage(platform, arch) {
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}
