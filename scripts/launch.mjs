#!/usr/bin/env node
// Plain JavaScript for Node 20 and without dependencies: it runs before anything is installed.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findLocalNode } from './launch/find-local-node.mjs'
import { installWhenStale } from './launch/install-when-stale.mjs'
import { runChild } from './launch/run-child.mjs'

const COMMANDS = ['start', 'dev', 'test', 'bench', 'release', 'admin', 'add', 'conformance', 'guards']

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command, ...args] = process.argv.slice(2)

if (!COMMANDS.includes(command ?? '')) {
  console.error(`Unknown command "${command ?? ''}". There are: ${COMMANDS.join(', ')}.`)
  process.exit(2)
}

const installExitCode = await installWhenStale(root)
if (installExitCode !== 0) {
  console.error('npm ci failed: read its message above, then run the command again.')
  process.exit(installExitCode)
}

const node = findLocalNode(root)
if (!node) {
  console.error(
    `Runnel needs Node 26. npm brought none for ${process.platform}-${process.arch}, and this is ${process.version}: install Node 26 or newer and run the command again.`,
  )
  process.exit(1)
}

await runChild(node, [join(root, 'scripts', `${command}.ts`), ...args], root)
