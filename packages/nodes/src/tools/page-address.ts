import { RunnelError } from '@runnel/contract'

/**
 * The address of a page as a model wrote it; without a protocol it is `https`.
 * @throws RunnelError `invalid_input` in words that the model can act on
 */
export function readPageAddress(text: string): URL {
  const whole = /^[a-z][a-z\d+.-]{0,20}:/i.test(text) ? text : `https://${text}`
  const address = URL.canParse(whole) ? new URL(whole) : undefined
  if (address?.protocol === 'https:' || address?.protocol === 'http:') return address
  throw new RunnelError(
    'invalid_input',
    `“${text.slice(0, 200)}” is no address of a page. Give one such as https://example.com/about.`,
  )
}
