import { useState } from 'react'
import { joinTags } from './join-tags.ts'

/** Tags as they are typed; what is saved meanwhile, here or elsewhere, is joined with them. */
export function useJoinedTags(saved: readonly string[]) {
  const [typed, setTyped] = useState({ saved, tags: saved })
  const known =
    typed.saved.join() === saved.join()
      ? typed
      : { saved, tags: joinTags(typed.tags, { before: typed.saved, theirs: saved }) }
  if (known !== typed) setTyped(known)
  return { tags: known.tags, setTags: (tags: readonly string[]) => setTyped({ saved, tags }) }
}
