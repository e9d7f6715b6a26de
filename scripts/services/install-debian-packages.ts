import { spawnSync } from 'node:child_process'

/**
 * Installs Debian packages when this process may do so.
 * @throws Error with one line on how to get the packages, when it may not or when apt-get fails.
 */
export function installDebianPackages(purpose: string, packages: readonly string[]): void {
  const advice = `${purpose} is missing. Get it with: apt-get install -y ${packages.join(' ')}`
  if (process.getuid?.() !== 0) throw new Error(advice)
  console.log(`Installing ${packages.join(', ')} from Debian's packages.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const install = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'inherit',
    env,
  })
  if (update.error ?? install.error ?? install.status !== 0) throw new Error(advice)
}
