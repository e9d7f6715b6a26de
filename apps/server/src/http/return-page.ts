import { createHash } from 'node:crypto'
import { CONNECTION_CHANNEL } from '@runnel/contract'
import { escapeText } from './render-docs.ts'

/** What somebody sees who comes back from a vendor. */
interface ReturnPage {
  success: boolean
  message: string
  credentialId?: string
}

const STYLE =
  ':root{color-scheme:light dark;font:15px/1.5 Inter,Roboto,Arial,sans-serif}body{max-width:34rem;margin:15vh auto;padding:0 16px}'

/** Takes code and state out of the address, tells the page that waits, and closes the window. It is the same for everybody. */
const SCRIPT = `history.replaceState(null,'',location.pathname);const told=document.body.dataset;new BroadcastChannel('${CONNECTION_CHANNEL}').postMessage({credentialId:told.credential,success:told.success==='true'});if(told.success==='true')window.close()`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing but this very style and script is let into the page. */
export const RETURN_PAGE_POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The page at the end of a way to an account. No token and no code is in it. */
export function renderReturnPage({ success, message, credentialId = '' }: ReturnPage): string {
  const title = success ? 'Account connected' : 'The account was not connected'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body data-success="${success}" data-credential="${escapeText(credentialId)}"><main><h1>${title}</h1><p>${escapeText(message)}</p><p>You can close this window.</p></main><script>${SCRIPT}</script></body></html>`
}
