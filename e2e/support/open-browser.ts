import { type Browser, chromium } from 'playwright-core'

const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

/** What a browser is started with that has a microphone which plays a tone. */
export const WITH_MICROPHONE = ['--use-fake-device-for-media-stream']

const running = new Map<string, Promise<Browser>>()

/**
 * The machine's Chromium: that of `CHROMIUM_PATH`, which `npm test` sets, or Debian's. The journeys of one process share
 * those that are started alike, each with contexts of its own, which share nothing; they end with the process.
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const kind = more.join(' ')
  const open = await running.get(kind)
  if (open?.isConnected()) return open
  const opening = chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [...QUIET, ...more, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  running.set(kind, opening)
  return opening
}
