import { type Browser, chromium } from 'playwright-core'

const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

/** Starts the machine's Chromium: that of `CHROMIUM_PATH`, or Debian's. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET,
  })
}
