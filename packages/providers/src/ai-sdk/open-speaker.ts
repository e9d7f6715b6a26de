import type { TextToSpeech } from '@runnel/node-kit'
import { type AskedVendor, askVendor, type VendorAsking } from './ask-vendor.ts'
import { cutText } from './cut-text.ts'

/** A vendor that reads texts out, as data: where it is, and how it is asked. */
export interface SpeakerVendor extends AskedVendor {
  /** How many characters the vendor takes in one call. */
  mostCharacters: number
  /** Asks for a piece of the text as MP3, whose pieces may follow each other. */
  say(connection: VendorAsking, text: string): Promise<Response>
}

/** Makes the work of a vendor that reads texts out: a long text piece by piece, each asked for when the one before was told. */
export function openSpeaker(home: SpeakerVendor): TextToSpeech {
  return async ({ values }, vendor, { text, signal }) => {
    const [first = '', ...rest] = cutText(text, home.mostCharacters)
    const ask = (piece: string) =>
      askVendor(home, { values, vendor, signal }, (connection) => home.say(connection, piece))
    // A refusal is told before anything is heard.
    const opened = await ask(first)
    return {
      format: 'mp3',
      audio: (async function* () {
        yield* soundOf(opened)
        for (const piece of rest) yield* soundOf(await ask(piece))
      })(),
    }
  }
}

async function* soundOf({ result, describe }: Awaited<ReturnType<typeof askVendor<Response>>>) {
  try {
    for await (const chunk of result.body ?? []) yield chunk as Uint8Array
  } catch (error) {
    throw describe(error)
  }
}
