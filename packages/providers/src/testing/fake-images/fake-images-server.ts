import type { FakeVendor } from '../chat-model-case.ts'
import type { FakeRefusal } from '../fake-openai-reply.ts'
import { sendCut } from '../send-cut.ts'
import { startFakeVendor } from '../start-fake-vendor.ts'
import type { DrawingBody } from './openai-dialect.ts'
import { picturesOf } from './openai-dialect.ts'

/** What is a vendor's own in a fake that draws. */
export interface ImageDialect {
  /** The header that shows the key, and what stands in it; a server of one's own may let in everybody. */
  key?: [header: string, value: string]
  /** The one path that it serves. */
  path: string
  /** What is wrong with a call, in the vendor's words; undefined for one that it takes. */
  wrong(body: DrawingBody): string | undefined
  /** An answer in JSON, or the bytes of the picture. */
  answer(pictures: Uint8Array[], body: DrawingBody): object | Uint8Array
  refusal(refusal: FakeRefusal & { message: string }): object
}

/** Starts a fake that draws and lets in this key only. */
export function startFakeImages(dialect: ImageDialect): Promise<FakeVendor> {
  return startFakeVendor<DrawingBody>({
    refuse: ({ method, path, headers, body }) => {
      const [header, value] = dialect.key ?? []
      if (header !== undefined && headers[header] !== value) return { status: 401, message: 'Unauthorized' }
      if (method !== 'POST' || path !== dialect.path)
        return { status: 404, message: `Not found: ${method} ${path}` }
      const message = dialect.wrong(body)
      return message === undefined ? undefined : { status: 400, message }
    },
    describeRefusal: (refusal) => dialect.refusal(refusal),
    write: (response, answer, { body }) => {
      const said = dialect.answer(picturesOf(answer, body.prompt), body)
      const [type, bytes] =
        said instanceof Uint8Array
          ? ['image/jpeg', said]
          : ['application/json', Buffer.from(JSON.stringify(said))]
      if (answer?.cutAfter !== undefined) return sendCut(response, type, bytes)
      response.writeHead(200, { 'content-type': type })
      response.end(bytes)
    },
  })
}
