import type { ServerResponse } from 'node:http'

/** Sends half of an answer, and hangs up. */
export function sendCut(response: ServerResponse, type: string, bytes: Uint8Array): void {
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy())
}
