/**
 * What a vendor's models take and refuse, as data. Requests are fitted to it in one place (`convert-to-sdk-call.ts`), so
 * that no node needs to know with whom it speaks.
 */
export interface VendorRules {
  /** The vendor's key for options and metadata of its own, such as `openai`. */
  namespace: string
  /** Media types of files that the author lets through to this model: `image/*`, `application/pdf`. */
  mediaTypes: readonly string[]
  /** What the author can do when a file is not let through, and when a recording is not. */
  mediaAdvice: string
  soundAdvice: string
  /** Files at an https address are sent as the address; otherwise they are read here and sent as bytes. */
  takesAddresses: boolean
  /** Files that the model made go back to it in what follows; otherwise they are left out. */
  returnsFiles: boolean
  /** A system message behind others is kept there, or joins those in front. */
  lateSystem: 'keep' | 'hoist'
  /** The first message after the system's must be the user's. */
  beginsWithUser: boolean
  /** The last message must not be the assistant's. */
  endsWithUser: boolean
  /** Neighbours of one role are joined to one message. */
  joinsRoles: boolean
  /** Whether names of speakers are sent. */
  sendsNames: boolean
  /** How JSON by a schema is asked for: by the vendor's own way, by a tool that must be called, or in words. */
  structure: 'schema' | 'tool' | 'words'
  /** Whose schemas the vendor is asked to keep to word for word: of no tool, of an answer in fields, of all tools. */
  strictTools: 'none' | 'answer' | 'all'
  /** Marks how far a prompt is worth keeping in the vendor's cache. */
  cachesPrompts: boolean
  /** Words of a refusal which say that the account has no credit left, so that waiting does not help. */
  outOfQuota: readonly string[]
  /** The header by which the vendor takes the name of a request, so that it works on a repeated one only once. */
  idempotencyHeader?: string
}

/** Rules of a vendor that takes nearly everything; vendors say what they refuse. */
export const LENIENT_RULES: Omit<VendorRules, 'namespace'> = {
  mediaTypes: [],
  mediaAdvice: 'Turn on Allow Image Uploads in the model, if it can see them.',
  soundAdvice: 'Choose a model that hears, or Speech to Text in the settings of the flow.',
  takesAddresses: true,
  returnsFiles: false,
  lateSystem: 'keep',
  beginsWithUser: false,
  endsWithUser: false,
  joinsRoles: false,
  sendsNames: true,
  structure: 'tool',
  strictTools: 'none',
  cachesPrompts: false,
  outOfQuota: [],
}

/** Whether a media type is one of those let through. */
export function takesMedia({ mediaTypes }: Pick<VendorRules, 'mediaTypes'>, mediaType: string): boolean {
  return mediaTypes.some((taken) =>
    taken.endsWith('/*') ? mediaType.startsWith(taken.slice(0, -1)) : taken === mediaType,
  )
}
