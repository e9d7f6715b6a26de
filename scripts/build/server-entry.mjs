#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

const NEEDED_MAJOR = 26

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
  console.error(`Runnel needs Node ${NEEDED_MAJOR} or newer; this is ${process.version}.`)
  process.exit(1)
}

// What a burst of work leaves behind goes back to the system a second after it, not after half a minute.
setFlagsFromString('--memory-reducer-delay-ms=1000')
setFlagsFromString('--gc-memory-reducer-start-delay-ms=1000')
setFlagsFromString('--memory-pool-timeout=1')
// What the start leaves behind is garbage soon: the young generation need not grow for it, and does not give back what
// it took. From then on it grows as V8 has it.
setFlagsFromString('--semi-space-growth-factor=1')
enableCompileCache(join(import.meta.dirname, 'compile-cache'))
const { start } = await import(new URL('server.js', import.meta.url).href)
await start(process.argv.slice(2))
flushCompileCache()
setFlagsFromString('--semi-space-growth-factor=2')
