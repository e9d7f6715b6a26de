/** The other side of `forkProcess`: answers each question of the parent; the process ends with its parent. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on('message', (question) => {
    answer(question as Question).then(
      (value) => process.send?.({ value }),
      (error: unknown) => process.send?.({ failure: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
