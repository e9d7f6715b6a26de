import { create } from 'zustand'

/** What the confirm dialog says; the button names default to OK and Cancel. */
export interface ConfirmQuestion {
  title: string
  description: string
  confirmButtonName?: string
  cancelButtonName?: string
  /** Id of the confirm button, for those who look for it. */
  customBtnId?: string
  /** Something will be lost: the confirm button is red. */
  isDangerous?: boolean
}

interface ConfirmState {
  show: boolean
  question: ConfirmQuestion | undefined
  answer: ((isConfirmed: boolean) => void) | undefined
}

interface ConfirmStore extends ConfirmState {
  ask: (question: ConfirmQuestion) => Promise<boolean>
  settle: (isConfirmed: boolean) => void
}

const closed: ConfirmState = { show: false, question: undefined, answer: undefined }

/** The one confirm dialog; closing it takes its question away. A new question answers an open one with no: each question has its own promise. */
export const useConfirmStore = create<ConfirmStore>()((set, get) => ({
  ...closed,
  ask: (question) => {
    get().answer?.(false)
    return new Promise((resolve) => set({ show: true, question, answer: resolve }))
  },
  settle: (isConfirmed) => {
    get().answer?.(isConfirmed)
    set(closed)
  },
}))

/** Asks the person; true when they confirm, false when they cancel or close the dialog. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return useConfirmStore.getState().ask(question)
}
