import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './install-debian-packages.ts'

/* The shell has no windows, which journeys do not see either: they take a quarter less of the machine with it. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const OUTSIDE_PATH = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * Path of a Chromium: `CHROMIUM_PATH`, else one of the machine, else Debian's, installed now.
 * @throws Error with one line on how to get one.
 */
export function getChromium(): string {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM_PATH=${named} is no program: correct it, or unset it.`)
  }
  const found = findChromium()
  if (found) return found
  installDebianPackages('A Chromium for the browser tests', ['chromium-headless-shell'])
  const installed = findChromium()
  if (!installed)
    throw new Error('Debian’s chromium-headless-shell came without a program: set CHROMIUM_PATH.')
  return installed
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...OUTSIDE_PATH].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
