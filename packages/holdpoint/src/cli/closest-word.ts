/** The command line finds the word that was probably meant as the reader of the configuration does. */
export { closestWord } from '../config/closest-word.ts'
