/** The bytes of a base64 data URL. */
function bytesOf(dataUrl: string): ArrayBuffer {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(text, (char) => char.charCodeAt(0)).buffer;
}

/**
 * Plays a recording given as a data URL; resolves at its end. It is decoded here, because the page's policy lets
 * `<audio>` load only files of its own origin.
 *
 * @source security 4.7
 */
export async function playRecording(dataUrl: string): Promise<void> {
  const context = new AudioContext();
  try {
    const source = context.createBufferSource();
    source.buffer = await context.decodeAudioData(bytesOf(dataUrl));
    source.connect(context.destination);
    await context.resume();
    await new Promise<void>((resolve) => {
      source.addEventListener('ended', () => resolve(), { once: true });
      source.start();
    });
  } finally {
    await context.close();
  }
}
