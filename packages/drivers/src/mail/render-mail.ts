import type { Mail } from './mailer.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

const FONT = 'font-family:Inter,Roboto,Arial,sans-serif;font-size:15px;line-height:1.5;color:#1a1c1f'
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#0b6b5d;color:#ffffff;text-decoration:none;font-weight:600'

/** The two forms of a mail: plain text, and simple HTML that says the same. Nothing of it is taken for markup. */
export function renderMail({ paragraphs, action, footer }: Mail): { text: string; html: string } {
  const lines = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : [])]
  const blocks = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
  const button = action
    ? [
        `<p><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
        `<p style="font-size:13px;word-break:break-all">${escapeHtml(action.url)}</p>`,
      ]
    : []
  const small = `<p style="font-size:13px;color:#5c6166">${escapeHtml(footer)}</p>`
  return {
    text: `${lines.join('\n\n')}\n\n--\n${footer}\n`,
    html: `<!doctype html><html><body style="${FONT}">${[...blocks, ...button, small].join('')}</body></html>`,
  }
}
