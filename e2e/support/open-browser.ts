import { type Browser, chromium } from 'playwright-core'

const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

/** Nobody sees it, so that no processor need play a graphics card for it. */
const WITHOUT_WINDOWS = ['--disable-gpu']

/** Pages of a journey live for seconds: code that is compiled once more, to be quick for long, takes more than it gives. */
const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev']

/** A Chromium and what it is started with. */
export interface BrowserKind {
  /** Whole, as people have it: the one without windows has no microphone and shows no PDF. */
  readonly isWhole?: boolean
  readonly args?: readonly string[]
}

/** A browser with a microphone which plays a tone. */
export const WITH_MICROPHONE: BrowserKind = {
  isWhole: true,
  args: ['--use-fake-device-for-media-stream'],
}

/** A browser that shows PDFs. */
export const WITH_PDF_VIEWER: BrowserKind = { isWhole: true }

const running = new Map<string, Promise<Browser>>()

/**
 * The machine's Chromium: that of `CHROMIUM_PATH`, or Debian's; for journeys that need no whole one that of
 * `HEADLESS_SHELL_PATH`, where there is one. `npm test` sets both. The journeys of one process share those that are
 * started alike, each with contexts of its own, which share nothing; they end with the process.
 */
export async function openBrowser({ isWhole = false, args = [] }: BrowserKind = {}): Promise<Browser> {
  const { CHROMIUM_PATH, HEADLESS_SHELL_PATH } = process.env
  const whole = CHROMIUM_PATH || '/usr/bin/chromium'
  const executablePath = isWhole ? whole : HEADLESS_SHELL_PATH || whole
  const kind = [executablePath, ...args].join(' ')
  const open = await running.get(kind)
  if (open?.isConnected()) return open
  const opening = chromium.launch({
    executablePath,
    args: [
      ...QUIET,
      ...SHORT_LIVED,
      ...(isWhole ? [] : WITHOUT_WINDOWS),
      ...args,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  running.set(kind, opening)
  return opening
}
