import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { RunnelError } from '@runnel/contract'
import type { FastifyInstance } from 'fastify'

const YEAR_SECONDS = 31_536_000
/** What the build lays beside the files; each goes out under the name of its file. */
const COMPRESSED = ['**/*.br', '**/*.gz']

/**
 * Serves the built web app, compressed where the browser takes it. Files with a hash in their name are kept by browsers for ever; every other address of a
 * page gives the app's first file. Unknown addresses of the API are 404 in JSON.
 */
export async function registerWeb(server: FastifyInstance, folder: string | undefined): Promise<void> {
  const hasWeb = folder !== undefined && existsSync(join(folder, 'index.html'))
  if (hasWeb) {
    await server.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: 'index.html',
      dotfiles: 'deny',
      preCompressed: true,
      globIgnore: COMPRESSED,
      setHeaders(reply, path) {
        const isHashed = /[\\/]assets[\\/]/.test(path)
        reply.header('Cache-Control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      },
    })
  }
  server.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/api(\/|$)/i.test(request.url) &&
      !/\.[a-z0-9]{1,5}$/i.test(request.url.split('?')[0] ?? '')
    if (hasWeb && isPage) return reply.sendFile('index.html')
    throw new RunnelError('not_found', `There is nothing at ${request.method} ${request.url.split('?')[0]}`)
  })
}
