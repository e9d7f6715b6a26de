import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { RunnelError } from '@runnel/contract'
import { errorBody } from './on-error.ts'

/** A fault on the way in, before there is a request, as the coded error that its sender may see. */
function codedError(code: string | undefined): RunnelError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new RunnelError('timeout', 'The request took too long to arrive.', { status: 408 })
  if (code === 'HPE_HEADER_OVERFLOW')
    return new RunnelError('body_too_large', 'The head of the request is too large.', { status: 431 })
  return new RunnelError('invalid_input', 'This is not a valid HTTP request.')
}

/** Answers what is no whole request, and ends its connection. */
export function onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== 'ECONNRESET') refuseSocket(codedError(error.code), socket)
}

/** Ends the connection of who takes too long to send a request. */
export const cutOffLate = (socket: Socket): void =>
  refuseSocket(codedError('ERR_HTTP_REQUEST_TIMEOUT'), socket)

function refuseSocket(coded: RunnelError, socket: Socket): void {
  if (socket.destroyed) return
  const body = JSON.stringify(errorBody(coded, crypto.randomUUID()))
  const head = [
    `HTTP/1.1 ${coded.status} ${STATUS_CODES[coded.status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
