/** The vendor's kind of an error by its status. */
const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}

/** What a call breaks, in the vendor's words and with its status. */
export class AnthropicRefusal extends Error {
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.name = 'AnthropicRefusal'
    this.status = status
  }
}

/** The vendor's kind of error for a status; what it does not list is an invalid request or a fault. */
export function errorTypeOf(status: number): string {
  return TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
}
