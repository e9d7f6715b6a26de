import { join } from 'node:path'
import { createServer } from 'vite'
import { endWithLauncher } from './end-with-launcher.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runToEnd } from './run-to-end.ts'

const WEB_PORT = 5173
const API_PORT = process.env.PORT ?? '3000'

endWithLauncher()

const web = await createServer({
  root: join(REPOSITORY_ROOT, 'apps/web'),
  server: {
    host: '127.0.0.1',
    port: WEB_PORT,
    proxy: { '/api': { target: `http://127.0.0.1:${API_PORT}`, changeOrigin: false } },
  },
})
await web.listen()
web.printUrls()

process.exitCode = await runToEnd(process.execPath, [
  '--watch',
  '--watch-preserve-output',
  join(REPOSITORY_ROOT, 'apps/server/src/main.ts'),
])
await web.close()
