import type { Problem } from '@runnel/contract'
import { keepRepairs, problemsOfImport, validateFlow } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'
import type { ReceivedDocument } from './receive-document.ts'

/** What a save answers: everything that was mended and is wrong, each once; `repairs` is what the version keeps. */
export interface SavedProblems {
  problems: Problem[]
  repairs: Problem[]
}

/** Names the problems of a document that came in. */
export function listProblems(received: ReceivedDocument, catalogue: Catalogue): SavedProblems {
  const found = validateFlow(received.document, catalogue.find)
  const repairs = problemsOfImport(received.problems, found)
  return { problems: [...repairs, ...found], repairs: keepRepairs(repairs) }
}
