import type { Page, Route } from 'playwright-core'

/** What becomes of a call whose work the server did: nothing comes back, or a proxy answers in the server's place. */
export type LostAnswer = 'dropped' | 'bad gateway'

/** Sends a call as the browser would, beside the browser: it meets no cookie that came with the answer. */
async function doBeside(route: Route): Promise<void> {
  const request = route.request()
  const headers = Object.entries(await request.allHeaders()).filter(
    ([name]) => !name.startsWith(':') && !['host', 'content-length', 'connection'].includes(name),
  )
  const body = request.postData()
  const response = await fetch(request.url(), {
    method: request.method(),
    headers: Object.fromEntries(headers),
    ...(body === null ? {} : { body }),
  })
  await response.text()
}

const GATEWAY =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** The next call of this kind is done by the server, and its answer lost. */
export async function loseAnswer(
  page: Page,
  { method, path, how }: { method: string; path: string; how: LostAnswer },
): Promise<void> {
  let isLost = false
  await page.route(`**/api/v1${path}`, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await doBeside(route)
    if (how === 'dropped') return route.abort('connectionreset')
    return route.fulfill({ status: 502, contentType: 'text/html', body: GATEWAY })
  })
}
