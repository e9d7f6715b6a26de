/** What a vendor answers in place of what it was asked for, as it writes it, and what of that its author reads. */
export interface VendorRefusal {
  status: number
  headers?: Record<string, string>
  body: object
  says: string
  /** How long the vendor asks to wait, where it does. */
  retryAfterMs?: number
}

/** The page by which a proxy refuses in place of a vendor. */
export const PROXY_PAGE =
  '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'

/** Faults that answer no request of a vendor, whatever was asked. */
export const UNREADABLE: [what: string, change: (response: Response) => Response | Promise<Response>][] = [
  ['is a page of the web', () => new Response(PROXY_PAGE, { headers: { 'content-type': 'text/html' } })],
  [
    'is cut in the middle of its text',
    async (response) => {
      const text = await response.text()
      return new Response(text.slice(0, Math.floor(text.length / 2)))
    },
  ],
  ['is empty', () => new Response('')],
  ['is another thing', () => new Response('{"cups":3}')],
]
