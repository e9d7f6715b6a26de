import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves `POST {question}` → `{text}` on a free port; gives the address. */
export async function serveAnswers(answer: (question: string) => Promise<string>): Promise<string> {
  const server = createServer(async (request, response) => {
    try {
      const { question } = JSON.parse(await readText(request)) as { question: string }
      const body = JSON.stringify({ text: await answer(question) })
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function readText(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8')
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
