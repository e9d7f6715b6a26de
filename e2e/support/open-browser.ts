import { type Browser, chromium } from 'playwright-core'

const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

/** What a browser is started with that has a microphone which plays a tone. */
export const WITH_MICROPHONE = ['--use-fake-device-for-media-stream']

/** Starts the machine's Chromium: that of `CHROMIUM_PATH`, which `npm test` sets, or Debian's. */
export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [...QUIET, ...more, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
}
