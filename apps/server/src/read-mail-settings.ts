import type { MailServer } from '@runnel/drivers'

/** What a wrong `SMTP_URL` is told. */
export const SMTP_URL_HINT = 'smtp://user:password@host:587, or smtps://user:password@host:465'

const DEFAULT_PORT = { 'smtp:': 587, 'smtps:': 465 } as const

/**
 * Reads an address of a server of mail. `smtp:` is encrypted by STARTTLS, which only a server on this machine may do
 * without; `smtps:` from the first byte. Undefined for anything else.
 */
export function readSmtpUrl(text: string, isLoopback: (host: string) => boolean): MailServer | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'smtp:' && url?.protocol !== 'smtps:') return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isWhole = host !== '' && ['', '/'].includes(url.pathname) && url.search === '' && url.hash === ''
  if (!isWhole || (url.username === '') !== (url.password === '')) return undefined
  const server = {
    host,
    port: url.port === '' ? DEFAULT_PORT[url.protocol] : Number(url.port),
    tls: url.protocol === 'smtps:',
    mayBePlain: isLoopback(host),
  }
  if (url.username === '') return server
  const [user, password] = [url.username, url.password].map(decodeURIComponent) as [string, string]
  return { ...server, account: { user, password } }
}
