import type { Lexicon } from '../lexicon.js'

// https://docs.oracle.com/en/database/oracle/oracle-database/19/sqpug/slash.html
export const lexicon: Lexicon = {
  quotes: { "'": "'", '"': '"' },
  alternativeQuotes: true,
  codeComments: ['/*+'],
  slashLines: true,
  untilSlash: /^(DECLARE|BEGIN|CREATE (OR REPLACE )?((NON)?EDITIONABLE )?(FUNCTION|PROCEDURE|PACKAGE|TRIGGER|TYPE)) /,
}
