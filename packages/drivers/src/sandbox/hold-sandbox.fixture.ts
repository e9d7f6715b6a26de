import { join } from 'node:path'
import { createSandbox } from './create-sandbox.ts'

// Run as a process of its own: starts user code that never ends, so that its parent can be killed meanwhile.
const sandbox = createSandbox({ childPath: join(import.meta.dirname, 'sandbox-child.ts') })
const broker = {
  async call() {
    process.send?.('running')
    return null
  },
}
await sandbox.run({
  code: 'await callTool("started"); await new Promise((r) => setTimeout(r, 1e6))',
  globals: {},
  broker,
})
