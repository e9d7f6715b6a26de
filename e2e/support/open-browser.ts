import { type Browser, chromium } from 'playwright-core'

const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

let running: Browser | undefined

/**
 * The machine's Chromium: that of `CHROMIUM_PATH`, which `npm test` sets, or Debian's. The journeys of one process share
 * it, each with contexts of its own, which share nothing; it ends with the process.
 */
export async function openBrowser(): Promise<Browser> {
  if (running?.isConnected()) return running
  running = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET,
  })
  return running
}
