import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { PageContent, PageRequest } from '@runnel/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEgress, type Egress } from '../egress/create-egress.ts'
import { type LocalServer, startLocalServer } from '../egress/local-server.fixture.ts'
import { type Chromium, startChromium } from '../testing/start-chromium.ts'
import type { Browser } from './browser.ts'
import { createBrowser } from './create-browser.ts'

const LIMITS = {
  pages: 2,
  requests: 40,
  atOnce: 4,
  bytesOfOne: 300_000,
  bytes: 500_000,
  timeoutMs: 30_000,
}
const never = new AbortController().signal

/** Pages of the site, by path; a function answers as it likes. */
const site: Record<string, string | Parameters<typeof startLocalServer>[0]> = {}
let chromium: Chromium
let server: LocalServer
let inner: LocalServer
let egress: Egress
let browser: Browser

beforeAll(async () => {
  chromium = await startChromium()
  server = await startLocalServer((request, response) => {
    const page = site[request.url ?? '']
    if (typeof page === 'function') page(request, response)
    else if (page === undefined) response.writeHead(404).end()
    else
      response
        .writeHead(200, {
          'content-type': request.url?.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
        })
        .end(page)
  })
  inner = await startLocalServer((_request, response) => {
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('secret')
  })
  egress = createEgress({ allow: [`127.0.0.1:${server.port}`] })
  browser = createBrowser(chromium.endpoint, LIMITS)
})

beforeEach(() => {
  for (const path of Object.keys(site)) delete site[path]
  server.seen.splice(0)
  inner.seen.splice(0)
})

afterAll(async () => {
  await browser?.close()
  await egress?.close()
  await server?.close()
  await inner?.close()
  await chromium?.close()
})

function read(path: string, more: Partial<PageRequest> = {}, by: Browser = browser): Promise<PageContent> {
  const request: PageRequest = { url: `${server.origin}${path}`, waitUntil: 'load', ...more }
  return by.readPage(request, { fetch: egress.fetch, signal: never })
}

/** The pages that the browser has open, of all contexts. */
async function listPages(): Promise<string[]> {
  const { port } = new URL(chromium.endpoint)
  const told = await fetch(`http://127.0.0.1:${port}/json/list`)
  return ((await told.json()) as { type: string; url: string }[]).map(({ type, url }) => `${type} ${url}`)
}

test('what scripts made of a page is read, and fetched by the guarded client alone', async () => {
  site['/'] = '<p id="text">empty</p><a href="/next#part">next</a><script src="/make.js"></script>'
  site['/make.js'] =
    'fetch("/data").then(r => r.json()).then(d => { document.querySelector("#text").textContent = d.text })'
  site['/data'] = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"made by a script"}')
  const page = await read('/', { waitUntil: 'networkidle0' })
  expect(page.markup).toContain('made by a script')
  expect(page.url).toBe(`${server.origin}/`)
  expect(page.links).toEqual([`${server.origin}/next#part`])
  expect(server.seen.map(({ url }) => url)).toEqual(expect.arrayContaining(['/', '/make.js', '/data']))
  // The guarded client's way of asking, which the browser does not have.
  expect(server.seen.map(({ headers }) => headers['accept-encoding'])).toEqual(
    server.seen.map(() => 'gzip, deflate, br'),
  )
})

test('a selector picks what is read, and one that comes late is waited for', async () => {
  site['/'] = `<main></main><script>setTimeout(() => {
    document.querySelector('main').innerHTML = '<article class="late">now</article>' }, 150)</script>`
  const page = await read('/', { waitForSelector: 'article.late', selector: 'main' })
  expect(page.markup).toBe('<article class="late">now</article>')
  expect((await read('/', { selector: '#nothing' })).markup).toBe('')
  await expect(read('/', { selector: 'a[' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: '“a[” is no CSS selector. Correct it, such as main article.',
  })
})

test.each(['commit', 'domcontentloaded', 'load', 'networkidle0', 'networkidle2'] as const)(
  'a page is read at the moment %s',
  async (waitUntil) => {
    site['/'] = '<p>there</p>'
    expect((await read('/', { waitUntil, waitForSelector: 'p' })).markup).toContain('there')
  },
)

test('a redirect inward is refused by the guard', async () => {
  site['/'] = (_request, response) => response.writeHead(302, { location: `${inner.origin}/` }).end()
  await expect(read('/')).rejects.toMatchObject({ code: 'egress_denied' })
  expect(inner.connections()).toBe(0)
})

test('a redirect to a page of the same site is followed', async () => {
  site['/'] = (_request, response) => response.writeHead(302, { location: '/there' }).end()
  site['/there'] = '<p>arrived</p>'
  expect(await read('/')).toMatchObject({ url: `${server.origin}/there`, markup: '<p>arrived</p>' })
})

/** Each way of a page to reach the inner server; `done` is called with what it got. */
const ways: [string, (at: { origin: string; host: string }) => string][] = [
  [
    'a request of a script',
    ({ origin }) => `fetch('${origin}/').then(r => r.text()).then(done, () => done('refused'))`,
  ],
  [
    'the metadata service',
    () =>
      `fetch('http://169.254.169.254/latest/meta-data/').then(r => r.text()).then(done, () => done('refused'))`,
  ],
  [
    'a name of this machine',
    ({ origin }) =>
      `fetch('${origin.replace('127.0.0.1', 'localhost')}/').then(r => r.text()).then(done, () => done('refused'))`,
  ],
  ['a file', () => `fetch('file:///etc/hostname').then(r => r.text()).then(done, () => done('refused'))`],
  ['a request by redirect', () => `fetch('/inward').then(r => r.text()).then(done, () => done('refused'))`],
  [
    'a socket',
    ({ host }) =>
      `try { const s = new WebSocket('ws://${host}/'); s.onopen = () => done('open'); s.onerror = () => done('refused') } catch { done('refused') }`,
  ],
  [
    'a socket of a frame',
    ({
      host,
    }) => `const frame = document.createElement('iframe'); frame.srcdoc = '<p>frame</p>'; document.body.append(frame);
      frame.onload = () => { try { const s = new frame.contentWindow.WebSocket('ws://${host}/'); s.onopen = () => done('open'); s.onerror = () => done('refused') } catch { done('refused') } }`,
  ],
  [
    'a worker',
    ({
      origin,
      host,
    }) => `const code = "fetch('${origin}/').then(r => r.text()).then(t => postMessage(t), () => { const s = new WebSocket('ws://${host}/'); s.onopen = () => postMessage('open'); s.onerror = () => postMessage('refused') })";
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))); worker.onmessage = e => done(e.data)`,
  ],
  [
    'a frame',
    ({ origin }) =>
      `const frame = document.createElement('iframe'); frame.src = '${origin}/'; frame.onload = () => done('refused'); document.body.append(frame)`,
  ],
  [
    'a beacon',
    ({ origin }) =>
      `navigator.sendBeacon('${origin}/', 'told'); fetch('/inward').then(() => done('open'), () => done('refused'))`,
  ],
  [
    'an event stream',
    ({ origin }) =>
      `const s = new EventSource('${origin}/'); s.onerror = () => done('refused'); s.onopen = () => done('open')`,
  ],
  [
    'a service worker',
    () =>
      `navigator.serviceWorker ? navigator.serviceWorker.register('/worker.js').then(() => done('open'), () => done('refused')) : done('refused')`,
  ],
  [
    'a window',
    ({ origin }) =>
      `const link = document.createElement('a'); link.href = '${origin}/'; link.target = '_blank'; document.body.append(link); link.click(); window.open('${origin}/'); fetch('/inward').then(() => done('open'), () => done('refused'))`,
  ],
  [
    'a call of another browser',
    () =>
      `done(typeof RTCPeerConnection === 'undefined' && typeof WebTransport === 'undefined' ? 'refused' : 'open')`,
  ],
  [
    'an image, a style and a hint',
    ({ origin }) =>
      `document.head.insertAdjacentHTML('beforeend', '<link rel=preconnect href="${origin}"><link rel=prefetch href="${origin}/"><link rel=stylesheet href="${origin}/">'); new Image().src = '${origin}/'; fetch('/inward').then(() => done('open'), () => done('refused'))`,
  ],
]

test.each(ways)('%s does not reach what the guard refuses', async (_name, way) => {
  const before = inner.connections()
  const { host } = new URL(inner.origin)
  site['/'] = `<body><script>
    const done = (told) => document.body.insertAdjacentHTML('beforeend', '<output>' + told + '</output>');
    ${way({ origin: inner.origin, host })}</script></body>`
  site['/inward'] = (_request, response) => response.writeHead(302, { location: `${inner.origin}/` }).end()
  site['/worker.js'] = `fetch('${inner.origin}/')`
  const page = await read('/', { waitForSelector: 'output', selector: 'output' })
  expect(page.markup).toBe('refused')
  expect(inner.connections()).toBe(before)
})

test('openings of the operator are for the host that the flow names, not for what a page asks for', async () => {
  const opened = createEgress({ allow: [`127.0.0.1:${server.port}`, `127.0.0.1:${inner.port}`] })
  site['/'] =
    `<script>fetch('${inner.origin}/').then(r => r.text()).catch(() => 'refused').then(t => document.body.insertAdjacentHTML('beforeend', '<output>' + t + '</output>'))</script>`
  const request: PageRequest = {
    url: `${server.origin}/`,
    waitUntil: 'load',
    waitForSelector: 'output',
    selector: 'output',
  }
  const page = await browser.readPage(request, { fetch: opened.fetch, signal: never })
  expect(page.markup).toBe('refused')
  await opened.close()
})

test('a page that is none is said: a refusal, a file, a host that is not there', async () => {
  site['/file'] = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF')
  await expect(read('/gone')).rejects.toThrow(/answered with status 404/)
  await expect(read('/file')).rejects.toThrow(/gave no page but a file of type application\/pdf/)
  await expect(read('', { url: 'http://169.254.169.254/' })).rejects.toMatchObject({ code: 'egress_denied' })
})

test('a page without an end is left at the limit of bytes', async () => {
  site['/'] = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const more = () => {
      while (!response.destroyed && response.write(`<p>${'more '.repeat(2_000)}</p>`));
      response.once('drain', more)
    }
    more()
  }
  await expect(read('/')).rejects.toMatchObject({ code: 'upstream_error' })
})

test('a page that asks without end, and a script without end, are left when the time is over', async () => {
  const hasty = createBrowser(chromium.endpoint, { ...LIMITS, timeoutMs: 3_000 })
  site['/asks'] = `<script>setInterval(() => fetch('/asks?' + Math.random()).catch(() => 0), 20)</script>`
  site['/spins'] = '<p>spins</p><script>for (;;);</script>'
  await expect(read('/asks', { waitUntil: 'networkidle0' }, hasty)).rejects.toThrow(
    'was not ready within 3 seconds',
  )
  expect(server.seen.length).toBeLessThanOrEqual(LIMITS.requests)
  await expect(read('/spins', {}, hasty)).rejects.toThrow('was not ready within 3 seconds')
  await hasty.close()
  await expect.poll(listPages).not.toContainEqual(expect.stringContaining(server.origin))
})

test('a dialogue of a page holds nothing up, and what one page keeps another does not find', async () => {
  site['/'] =
    `<body><script>alert('!'); document.body.innerHTML = localStorage.getItem('kept') + document.cookie;
    localStorage.setItem('kept', 'by another'); document.cookie = 'kept=1'</script>`
  expect((await read('/')).markup).toBe('null')
  expect((await read('/')).markup).toBe('null')
})

test('a page is gone from the browser once it was read, and when its run is stopped', async () => {
  site['/'] = '<p>waits</p>'
  await read('/')
  await expect.poll(listPages).not.toContainEqual(expect.stringContaining(server.origin))
  const stop = new AbortController()
  const request: PageRequest = { url: `${server.origin}/`, waitUntil: 'load', waitForSelector: '#never' }
  const reading = browser.readPage(request, { fetch: egress.fetch, signal: stop.signal })
  await expect.poll(listPages).toContainEqual(`page ${server.origin}/`)
  stop.abort(new Error('stopped by a person'))
  await expect(reading).rejects.toThrow('stopped by a person')
  await expect.poll(listPages).not.toContainEqual(expect.stringContaining(server.origin))
})

test('a process that is killed in the middle leaves nothing in the browser', async () => {
  site['/'] = '<p>waits</p>'
  const program = fileURLToPath(new URL('./hold-page.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [program, chromium.endpoint, `${server.origin}/`], {
    stdio: 'inherit',
  })
  await expect.poll(listPages).toContainEqual(`page ${server.origin}/`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(listPages).not.toContainEqual(expect.stringContaining(server.origin))
})

test('a browser is found by its address of http, and one that is not there or speaks nonsense is said', async () => {
  site['/'] = '<p>by http</p>'
  const { port } = new URL(chromium.endpoint)
  const byHttp = createBrowser(`http://127.0.0.1:${port}`, LIMITS)
  expect((await read('/', {}, byHttp)).markup).toContain('by http')
  await byHttp.close()
  const silent = createServer((socket) => socket.end('nonsense\r\n\r\n'))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address() as { port: number }
  for (const protocol of ['http', 'ws']) {
    const wrong = createBrowser(`${protocol}://127.0.0.1:${address.port}/?token=hidden-key`, LIMITS)
    const fault = await read('/', {}, wrong).catch((error: Error) => error.message)
    expect(fault).toContain(`The browser at 127.0.0.1:${address.port} (SCRAPER_BROWSER) cannot be reached`)
    expect(fault).not.toContain('hidden-key')
    await wrong.close()
  }
  silent.close()
  await expect(read('/', {}, createBrowser(undefined, LIMITS))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('The operator names one in SCRAPER_BROWSER'),
  })
})
