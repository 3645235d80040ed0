/** Bytes of base64 or base64url text, padded or not. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
};

/** Base64 of bytes, padded. */
export const base64OfBytes = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));

/** Base64url of bytes, unpadded. */
export const base64UrlOfBytes = (bytes: ArrayBuffer | Uint8Array): string =>
  base64OfBytes(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Lower-case hex of bytes. */
export const hexOfBytes = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
