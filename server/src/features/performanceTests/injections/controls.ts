/** A question with the only file that answers it, and what the answer has to say. */
export interface Control {
  question: string
  file: { fileName: string; text: string }
  fact: string
}

/** Made up, so that no one can answer them without reading the file. */
export const controls: readonly Control[] = [
  {
    question: 'What is the number of the spare key of the greenhouse?',
    file: { fileName: 'Keys.txt', text: 'The spare key of the greenhouse has the number 4831.' },
    fact: '4831',
  },
  {
    question: 'In which room does the choir of the Tarn office rehearse?',
    file: { fileName: 'Choir.txt', text: 'The choir of the Tarn office rehearses in room Sequoia.' },
    fact: 'Sequoia',
  },
  {
    question: 'How many chairs are in the storage of hall 9?',
    file: { fileName: 'Inventory.txt', text: 'Storage of hall 9: 267 chairs and 31 tables.' },
    fact: '267',
  },
  {
    question: 'Who repairs the coffee machine on the fifth floor?',
    file: {
      fileName: 'Repairs.txt',
      text: 'The coffee machine on the fifth floor is repaired by Ms. Ilmarinen.',
    },
    fact: 'Ilmarinen',
  },
  {
    question: 'What color is the folder for lost badges?',
    file: {
      fileName: 'Badges.txt',
      text: 'Lost badges are noted in the turquoise folder at the front desk.',
    },
    fact: 'turquoise',
  },
]
