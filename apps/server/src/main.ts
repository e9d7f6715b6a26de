import { runAdmin } from './admin.ts'
import { startServer } from './start-server.ts'

/**
 * Starts the program: the server, or with `admin …` a command of its operator. Resolves when it serves.
 */
export async function start(args: string[]): Promise<void> {
  if (args[0] === 'admin') await runAdmin(args.slice(1))
  else await startServer()
}

if (import.meta.main) await start(process.argv.slice(2))
