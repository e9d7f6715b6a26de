import { type JsonObject, type PageMoment, RunnelError } from '@runnel/contract'
import type { EgressFetch } from '../egress/create-egress.ts'
import { type Answering, answerRequests, type PageLimits } from './answer-requests.ts'
import type { CdpConnection, CdpEvent } from './cdp-connection.ts'

/**
 * Where the browser believes that its way out is. Nothing can listen at this address, and a name behind a proxy is not looked
 * up: what is not answered by us gets nowhere, also what cannot be held back (a socket, a worker, a window that just opened).
 */
const NO_WAY_OUT = { proxyServer: 'http://255.255.255.255:9', proxyBypassList: '<-loopback>' }

/** Says of a page what it does not have; what it finds out by them it cannot find out otherwise. */
const WITHOUT_WAYS_OUT = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebSocket', 'WebSocketStream', 'WebTransport'])
  delete globalThis[name];
delete Navigator.prototype.serviceWorker;
globalThis.open = () => null;`

/** The events of the browser by which a moment is known. */
const EVENTS: Record<PageMoment, string> = {
  commit: 'init',
  domcontentloaded: 'DOMContentLoaded',
  load: 'load',
  networkidle0: 'networkIdle',
  networkidle2: 'networkAlmostIdle',
}

/** Those that run with the page; any other kind (a service worker) is ended. */
const LET_GO = new Set(['iframe', 'worker', 'page'])

/** A page that is open in a context of its own. */
export interface OpenedPage {
  sessionId: string
  frameId: string
  /** Goes to the page. @throws RunnelError with what the guard or the server says */
  goTo(url: string, moment: PageMoment): Promise<void>
}

/** What a page is opened with. */
export interface PageWorld {
  connection: CdpConnection
  /** Told of everything that the browser tells, from now on. */
  listen(hear: (event: CdpEvent) => void): void
  start: URL
  limits: PageLimits
  fetch: EgressFetch
  signal: AbortSignal
}

/** Opens an empty page whose requests are all answered by us. It is gone when the connection ends. */
export async function openPage(world: PageWorld): Promise<OpenedPage> {
  const { connection, start, limits, fetch, signal } = world
  const { send } = connection
  const { browserContextId } = await send('Target.createBrowserContext', {
    disposeOnDetach: true,
    ...NO_WAY_OUT,
  })
  const context = { browserContextId: String(browserContextId) }
  await send('Browser.setDownloadBehavior', { behavior: 'deny', ...context })
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', ...context })
  const frameId = String(targetId)
  const attached = await send('Target.attachToTarget', { targetId: frameId, flatten: true })
  const sessionId = String(attached.sessionId)
  const answering = answerRequests({ connection, start, frameId, limits, fetch, signal })
  const moments = noteMoments(frameId)

  world.listen((event) => {
    moments.hear(event)
    const { method, params } = event
    if (method === 'Fetch.requestPaused') void answering.answer(params, event.sessionId)
    else if (method === 'Target.attachedToTarget') void quietly(takeIn(connection, params))
    else if (method === 'Page.javascriptDialogOpening')
      void quietly(send('Page.handleJavaScriptDialog', { accept: false }, event.sessionId))
    else if (method === 'Target.targetCreated')
      void quietly(closeOther(connection, params, { frameId, context }))
  })
  await guardSession(connection, sessionId)
  await send('Page.enable', {}, sessionId)
  await send('Page.setLifecycleEventsEnabled', { enabled: true }, sessionId)
  await send('Target.setDiscoverTargets', { discover: true })

  return {
    sessionId,
    frameId,
    async goTo(url, moment) {
      moments.begin()
      const { errorText } = await send('Page.navigate', { url }, sessionId)
      if (errorText !== undefined) throw notThere(start, answering, String(errorText))
      await moments.reached(EVENTS[moment], signal).catch((error: unknown) => {
        throw answering.fault ?? error
      })
    },
  }
}

function notThere({ host }: URL, { fault }: Answering, told: string): unknown {
  return fault ?? new RunnelError('upstream_error', `The page of ${host} could not be opened: ${told}.`)
}

/** Everything that a session asks for is held back, and everything that it starts waits for us. */
async function guardSession({ send }: CdpConnection, sessionId: string): Promise<void> {
  const isOfPage = (method: string, params: JsonObject) => quietly(send(method, params, sessionId))
  await send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] }, sessionId)
  await send(
    'Target.setAutoAttach',
    { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
    sessionId,
  )
  // A worker knows nothing of these.
  await isOfPage('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })
  await isOfPage('Network.setBypassServiceWorker', { bypass: true })
  await isOfPage('Page.addScriptToEvaluateOnNewDocument', { source: WITHOUT_WAYS_OUT, runImmediately: true })
}

/** A frame or worker that was started: it goes on once its requests are held back, too. */
async function takeIn(connection: CdpConnection, params: JsonObject): Promise<void> {
  const sessionId = String(params.sessionId)
  const { type, targetId } = params.targetInfo as { type: string; targetId: string }
  if (!LET_GO.has(type)) {
    await connection.send('Target.closeTarget', { targetId })
    return
  }
  // A worker that cannot be held back has no way out, as its context has none.
  await quietly(guardSession(connection, sessionId))
  await connection.send('Runtime.runIfWaitingForDebugger', {}, sessionId)
}

/** A window that the page opened is closed. */
async function closeOther(
  { send }: CdpConnection,
  { targetInfo }: JsonObject,
  { frameId, context }: { frameId: string; context: { browserContextId: string } },
): Promise<void> {
  const { type, targetId, browserContextId } = targetInfo as Record<string, string>
  const isOurs = type === 'page' && browserContextId === context.browserContextId && targetId !== frameId
  if (isOurs && targetId !== undefined) await send('Target.closeTarget', { targetId })
}

/** What is gone already need not be told. */
function quietly(telling: Promise<unknown>): Promise<unknown> {
  return telling.catch(() => undefined)
}

interface Moments {
  hear(event: CdpEvent): void
  /** From now on another page stands in the frame. */
  begin(): void
  /** Resolves once the page, as it stands then, has come to this. */
  reached(name: string, signal: AbortSignal): Promise<void>
}

/** Notes how far the page is that stands in a frame; another page in its place begins anew. */
function noteMoments(frameId: string): Moments {
  let names = new Set<string>()
  /** Names the page, so that what is still told of an earlier one is no news. */
  let current: unknown
  let tell: () => void = () => undefined
  return {
    begin() {
      current = undefined
      names = new Set()
    },
    hear({ method, params }) {
      if (method !== 'Page.lifecycleEvent' || params.frameId !== frameId) return
      if (params.name === 'init') {
        current = params.loaderId
        names = new Set()
      }
      if (current === undefined || params.loaderId !== current) return
      names.add(String(params.name))
      tell()
    },
    reached: (name, signal) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (names.has(name)) resolve()
        }
        tell = look
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        if (signal.aborted) reject(signal.reason)
        look()
      }),
  }
}
