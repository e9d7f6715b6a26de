import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A stored file, its bytes as a stream; the size is in bytes. */
interface SentFile {
  name: string
  mediaType: string
  size: number
  bytes: Readable
}

/** What a browser shows without taking it for a page of this address. */
const SHOWN_IN_PLACE =
  /^(?:image\/(?:png|jpeg|gif|webp)|audio\/[\w.-]+|video\/[\w.-]+|application\/pdf|text\/plain)(?:;|$)/

/** How a browser is to take a file. */
interface Taking {
  /** Whether it is shown in place, where it can do no harm; saved otherwise. */
  mayShow: boolean
  /** Whether a page of another site may show it. */
  mayBeShownElsewhere: boolean
}

/** Sends a stored file so that it harms nobody, whatever it holds. */
export function sendFile(
  reply: FastifyReply,
  { name, mediaType, size, bytes }: SentFile,
  { mayShow, mayBeShownElsewhere }: Taking = { mayShow: false, mayBeShownElsewhere: false },
): FastifyReply {
  const isHarmless = SHOWN_IN_PLACE.test(mediaType)
  const place = mayShow && isHarmless ? 'inline' : 'attachment'
  // A page or a drawing that somebody made is none of ours, whatever it holds.
  if (!isHarmless) reply.header('Content-Security-Policy', "sandbox; default-src 'none'")
  return reply
    .type(mediaType)
    .header('Content-Length', size)
    .header('Content-Disposition', `${place}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('Cache-Control', 'private, max-age=3600')
    .header('Cross-Origin-Resource-Policy', mayBeShownElsewhere ? 'cross-origin' : 'same-origin')
    .send(bytes)
}
