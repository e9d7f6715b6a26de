import { createEgress } from '../egress/create-egress.ts'
import { createBrowser } from './create-browser.ts'

/** A process that has a page open until it is killed: the browser's address, and the page's. */
const [endpoint = '', url = ''] = process.argv.slice(2)
const { fetch } = createEgress({ allow: [new URL(url).host] })
const browser = createBrowser(endpoint)
const request = { url, waitUntil: 'load', waitForSelector: '#never' } as const
await browser.readPage(request, { fetch, signal: new AbortController().signal })
