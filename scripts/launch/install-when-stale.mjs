import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs `npm ci` unless node_modules already holds what package-lock.json says, however it got there.
 * @param {string} root the repository
 * @returns {Promise<number>} exit code; 0 also when nothing was to do
 */
export async function installWhenStale(root) {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stampPath = join(root, 'node_modules', '.runnel-lockfile-hash')
  const hash = createHash('sha256').update(lockfile).digest('hex')
  if (findText(stampPath) === hash) return 0
  if (!isInstalled(lockfile, findText(join(root, 'node_modules', '.package-lock.json')))) {
    const exitCode = await runNpmCi(root)
    if (exitCode !== 0) return exitCode
  }
  writeFileSync(stampPath, hash)
  return 0
}

/**
 * Compares the lockfile with npm's own record of what it installed. Optional packages may be missing: they are
 * for other platforms.
 * @param {string} lockfile text of package-lock.json
 * @param {string | undefined} installed text of node_modules/.package-lock.json
 */
function isInstalled(lockfile, installed) {
  if (installed === undefined) return false
  const wanted = JSON.parse(lockfile).packages
  const present = JSON.parse(installed).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = present[path]
    if (!found) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity && found.link === entry.link
  })
}

function findText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function runNpmCi(root) {
  const npmCli = process.env.npm_execpath
  // Warnings are about the machine's own Node, under which nothing but this install runs.
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  console.error('Installing, which takes about a minute …')
  const isWindows = process.platform === 'win32'
  const child = npmCli
    ? spawn(process.execPath, [npmCli, ...args], { cwd: root, stdio: 'inherit' })
    : spawn(isWindows ? 'npm.cmd' : 'npm', args, { cwd: root, stdio: 'inherit', shell: isWindows })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
