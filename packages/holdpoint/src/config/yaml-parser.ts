/** The YAML parser, behind one module that is loaded only where a file is read. */
export { LineCounter, parseDocument } from 'yaml'
