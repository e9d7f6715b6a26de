/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What every fake draws: a picture that a browser shows, and that tells behind its end what was asked for. */
export function drawPicture(prompt: string): Uint8Array {
  return Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.from(prompt)])
}

/** A picture as base64. */
export const asBase64 = (picture: Uint8Array): string => Buffer.from(picture).toString('base64')
