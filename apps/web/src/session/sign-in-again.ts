import { create } from 'zustand'

/** Whether the person is asked to sign in again where they are: the session ended over their work. */
export const useSignInAgain = create<{ isAsked: boolean }>()(() => ({ isAsked: false }))
