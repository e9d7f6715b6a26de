import type { Locator, Page } from 'playwright-core'

/** The chat panel of the editor. */
export interface Chat {
  open(): Promise<void>
  /** Sends a question and gives the answer when it is whole. */
  ask(question: string): Promise<string>
  /** Sends a question and does not wait. */
  send(question: string): Promise<void>
  answers(): Locator
  questions(): Locator
}

/** Works with the chat panel of a page. */
export function chatOf(page: Page): Chat {
  const panel = page.getByRole('region', { name: 'Chat', exact: true })
  const answers = () => panel.getByRole('article', { name: 'Answer' })
  const send = async (question: string) => {
    await panel.getByLabel('Your question').fill(question)
    await panel.getByRole('button', { name: 'Send' }).click()
  }
  return {
    async open() {
      const toggle = page.getByRole('button', { name: 'Chat', exact: true })
      if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
      await panel.getByLabel('Your question').waitFor()
    },
    send,
    async ask(question) {
      // Stored messages come a little later, and would be taken for the answer.
      await panel.getByRole('log').getByLabel('Loading').waitFor({ state: 'detached' })
      const before = await answers().count()
      await send(question)
      const answer = answers().nth(before)
      await answer.and(page.locator('[aria-busy="false"]')).waitFor()
      return answer.innerText()
    },
    answers,
    questions: () => panel.locator('.chat-question'),
  }
}
