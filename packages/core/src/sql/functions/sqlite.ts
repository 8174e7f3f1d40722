/** Made by scripts/sql-functions/make.mjs from SQLite 3.53.0. Not edited by hand. */
import type { FunctionLists } from './function-lists.ts'

export const SQLITE_FUNCTIONS: FunctionLists = {
  harmless: `
    abs acos acosh asin asinh atan atan2 atanh avg bm25 ceil ceiling changes char coalesce concat concat_ws cos cosh
    count cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor
    format fts5_insttoken fts5_locale fts5_source_id generate_series geopoly_area geopoly_bbox geopoly_blob
    geopoly_ccw geopoly_contains_point geopoly_group_bbox geopoly_json geopoly_overlap geopoly_regular geopoly_svg
    geopoly_within geopoly_xform glob group_concat hex highlight if ifnull iif instr json json_array json_array_insert
    json_array_length json_each json_error_position json_extract json_group_array json_group_object json_insert
    json_object json_patch json_pretty json_quote json_remove json_replace json_set json_tree json_type json_valid
    jsonb jsonb_array jsonb_array_insert jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object
    jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday lag last_insert_rowid last_value lead length like
    likelihood likely ln log log10 log2 lower ltrim match matchinfo max median min mod nth_value ntile nullif
    octet_length offsets percent_rank percentile percentile_cont percentile_disc pi pow power pragma_collation_list
    pragma_compile_options pragma_database_list pragma_foreign_key_check pragma_foreign_key_list pragma_function_list
    pragma_index_info pragma_index_list pragma_index_xinfo pragma_integrity_check pragma_module_list
    pragma_pragma_list pragma_quick_check pragma_table_info pragma_table_list pragma_table_xinfo printf quote radians
    random randomblob rank regexp replace round row_number rtrim sign sin sinh snippet soundex
    sqlite_compileoption_get sqlite_compileoption_used sqlite_source_id sqlite_version sqrt strftime string_agg substr
    substring subtype sum tan tanh time timediff total total_changes trim trunc typeof unhex unicode unistr
    unistr_quote unixepoch unlikely upper zeroblob
  `,
  unsafe: `
    edit eval fsdir fts3_tokenizer fts5 fts5_get_locale geopoly_debug load_extension lsmode optimize readfile
    rtreecheck rtreedepth rtreenode shell_add_schema sqlar_compress sqlite_log writefile zipfile
  `,
  unsafeTables: ``,
  operators: ``,
  records: ``,
}
