import { findOnPath, isProgram } from './find-on-path.ts'
import { installDebianPackages } from './install-debian-packages.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SHELL = 'chromium-headless-shell'
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
  installDebianPackages('A Chromium for the browser tests', ['chromium', SHELL])
  const installed = findChromium()
  if (!installed) throw new Error('Debian’s chromium came without a program: set CHROMIUM_PATH.')
  return installed
}

/**
 * Path of the Chromium that has no windows, which takes a quarter less of the machine; undefined where there is none and
 * none can be had, and where `CHROMIUM_PATH` names what is to be used.
 */
export function getHeadlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH) return undefined
  if (!findOnPath([SHELL]) && process.getuid?.() === 0) tryToInstall()
  return findOnPath([SHELL])
}

/** Journeys run in any Chromium: a machine that does not get this one goes on without. */
function tryToInstall(): void {
  try {
    installDebianPackages('A Chromium without windows', [SHELL])
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
  }
}

function findChromium(): string | undefined {
  return findOnPath(NAMES) ?? OUTSIDE_PATH.find(isProgram)
}
