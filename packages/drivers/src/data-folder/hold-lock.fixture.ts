import { isRunnelError } from '@runnel/contract'
import { lockDataFolder } from './lock-data-folder.ts'

// Run as a process of its own: takes the lock of the folder given, says how that went, and stays.
try {
  lockDataFolder(process.argv[2] ?? '')
  process.send?.({ held: true })
  setInterval(() => undefined, 60_000)
} catch (error) {
  if (!isRunnelError(error)) throw error
  process.send?.({ held: false, code: error.code, message: error.message })
  process.disconnect?.()
}
process.on('disconnect', () => process.exit())
