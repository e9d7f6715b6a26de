import { createContext } from 'react'

/** Where the files of the conversation on the screen are kept; undefined where it is not known. */
export interface KeptFiles {
  chatflowId: string
  chatId: string
}

export const KeptFilesContext = createContext<KeptFiles | undefined>(undefined)
