/** Made by scripts/sql-functions/make.mjs from PostgreSQL 15.18 and 18.4 with btree_gin, btree_gist, citext, cube, earthdistance, fuzzystrmatch, hstore, intarray, isn, ltree, pg_trgm, pgcrypto, postgis, seg, unaccent, uuid-ossp. Not edited by hand. */
import type { FunctionLists } from './function-lists.ts'

export const POSTGRES_FUNCTIONS: FunctionLists = {
  harmless: `
    abbrev abs aclcontains acldefault aclexplode aclinsert aclremove acos acosd acosh age akeys all any any_value
    approximate_row_count area armor array array_agg array_append array_cat array_dims array_fill array_length
    array_lower array_ndims array_position array_positions array_prepend array_remove array_replace array_reverse
    array_sample array_shuffle array_sort array_to_json array_to_string array_to_tsvector array_upper arraycontains
    arrayoverlap ascii asin asind asinh atan atan2 atan2d atand atanh avals avg binary_quantize bit bit_and bit_count
    bit_length bit_or bit_xor bool bool_and bool_or boolop bound_box box box2d box3d bpchar broadcast btrim bytea
    cardinality casefold cash_words cast cbrt ceil ceiling center char char_length character_length chr cidr circle
    citext citext_pattern_ge citext_pattern_gt citext_pattern_le citext_pattern_lt clock_timestamp coalesce
    col_description collation concat concat_ws convert convert_from convert_to corr cos cosd cosh cosine_distance cot
    cotd count covar_pop covar_samp crc32 crc32c crypt cube cube_contained cube_contains cube_coord cube_coord_llur
    cube_dim cube_distance cube_enlarge cube_is_point cube_ll_coord cube_overlap cube_size cube_subset cube_union
    cube_ur_coord cume_dist current_database current_query current_schema current_schemas current_setting current_user
    currval daitch_mokotoff date date_add date_bin date_cmp_timestamp date_cmp_timestamptz date_part date_subtract
    date_trunc datemultirange daterange dearmor decode decrypt decrypt_iv defined degrees dense_rank dexp diagonal
    diameter difference digest distance_chebyshev distance_taxicab div dlog1 dlog10 dmetaphone dmetaphone_alt dround
    dtrunc each earth earth_box earth_distance encode encrypt encrypt_iv enum_first enum_last enum_range equals erf
    erfc every exist exists exists_all exists_any exp extract factorial family fetchval first first_value float4
    float8 floor format format_type gamma gc_to_sec gcd gen_random_bytes gen_random_uuid gen_salt generate_series
    generate_subscripts geo_distance geography geometry get_bit get_byte get_current_ts_config getdatabaseencoding
    getpgusername greatest grouping hamming_distance has_any_column_privilege has_column_privilege
    has_database_privilege has_foreign_data_wrapper_privilege has_function_privilege has_language_privilege
    has_largeobject_privilege has_parameter_privilege has_schema_privilege has_sequence_privilege has_server_privilege
    has_table_privilege has_tablespace_privilege has_type_privilege hashtext hashtextextended height histogram hmac
    host hostmask hs_concat hs_contained hs_contains hstore hstore_to_array hstore_to_json hstore_to_json_loose
    hstore_to_jsonb hstore_to_jsonb_loose hstore_to_matrix hstore_version_diag icount icu_unicode_version idx in_range
    index inet_client_addr inet_client_port inet_merge inet_same_family inet_server_addr inet_server_port initcap
    inner_product int2 int4 int4multirange int4range int8 int8multirange int8range intarray_del_elem
    intarray_push_array intarray_push_elem interpolate interval interval_avg interval_hash intset intset_subtract
    intset_union_elem is_normalized is_valid isbn isbn13 isclosed isdefined isempty isexists isfinite ishorizontal
    ismn ismn13 isneq isnge isngt isnle isnlt isnne isopen isparallel isperp issn issn13 isvertical jaccard_distance
    json json_agg json_agg_strict json_array json_array_elements json_array_elements_text json_array_length
    json_arrayagg json_build_array json_build_object json_each json_each_text json_exists json_extract_path
    json_extract_path_text json_object json_object_agg json_object_agg_strict json_object_agg_unique
    json_object_agg_unique_strict json_object_keys json_objectagg json_populate_record json_populate_recordset
    json_query json_scalar json_serialize json_strip_nulls json_table json_to_record json_to_recordset
    json_to_tsvector json_typeof json_value jsonb jsonb_agg jsonb_agg_strict jsonb_array_elements
    jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_concat jsonb_contains
    jsonb_delete jsonb_delete_path jsonb_each jsonb_each_text jsonb_exists jsonb_exists_all jsonb_exists_any
    jsonb_extract_path jsonb_extract_path_text jsonb_hash jsonb_insert jsonb_object jsonb_object_agg
    jsonb_object_agg_strict jsonb_object_agg_unique jsonb_object_agg_unique_strict jsonb_object_keys jsonb_path_exists
    jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query jsonb_path_query_array
    jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz jsonb_path_query_tz
    jsonb_populate_record jsonb_populate_record_valid jsonb_populate_recordset jsonb_pretty jsonb_set jsonb_set_lax
    jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_to_tsvector jsonb_typeof justify_days justify_hours
    justify_interval l1_distance l2_distance l2_norm l2_normalize lag last last_value lastval lateral latitude lca lcm
    lead least left length levenshtein levenshtein_less_equal lgamma like like_escape line ll_to_earth ln locf log
    log10 longitude lower lower_inc lower_inf lpad lseg lt_q_regex lt_q_rregex ltq_regex ltq_rregex ltree2text
    ltree_addltree ltree_addtext ltree_isparent ltree_risparent ltree_textadd ltrim ltxtq_exec ltxtq_rexec macaddr
    macaddr8 macaddr8_set7bit make_date make_interval make_time make_timestamp make_timestamptz make_valid makeaclitem
    masklen max md5 metaphone min min_scale mod mode money multirange mxid_age name nameconcatoid netmask network
    nlevel normalize notlike now npoints nth_value ntile nullif num_nonnulls num_nulls numeric numeric_div_trunc
    numeric_exp numeric_inc numeric_ln numeric_log numeric_sqrt nummultirange numnode numrange obj_description
    octet_length oid oidvectortypes overlaps overlay parse_ident path pclose percent_rank percentile_cont
    percentile_disc pg_available_extension_versions pg_available_extensions pg_backend_pid pg_basetype
    pg_blocking_pids pg_char_to_encoding pg_client_encoding pg_collation_actual_version pg_collation_for
    pg_collation_is_visible pg_column_compression pg_column_is_updatable pg_column_size pg_column_toast_chunk_id
    pg_conf_load_time pg_config pg_conversion_is_visible pg_current_snapshot pg_current_wal_flush_lsn
    pg_current_wal_insert_lsn pg_current_wal_lsn pg_current_xact_id_if_assigned pg_cursor
    pg_database_collation_actual_version pg_database_size pg_describe_object pg_encoding_max_length
    pg_encoding_to_char pg_extension_update_paths pg_filenode_relation pg_function_is_visible pg_get_acl
    pg_get_backend_memory_contexts pg_get_catalog_foreign_keys pg_get_constraintdef pg_get_expr
    pg_get_function_arg_default pg_get_function_arguments pg_get_function_identity_arguments pg_get_function_result
    pg_get_function_sqlbody pg_get_functiondef pg_get_indexdef pg_get_keywords pg_get_object_address
    pg_get_partition_constraintdef pg_get_partkeydef pg_get_publication_tables pg_get_replica_identity_index
    pg_get_replication_slots pg_get_ruledef pg_get_sequence_data pg_get_serial_sequence pg_get_shmem_allocations
    pg_get_statisticsobjdef pg_get_statisticsobjdef_columns pg_get_statisticsobjdef_expressions pg_get_triggerdef
    pg_get_userbyid pg_get_viewdef pg_get_wal_replay_pause_state pg_has_role pg_identify_object
    pg_identify_object_as_address pg_index_column_has_property pg_index_has_property pg_indexam_has_property
    pg_indexam_progress_phasename pg_indexes_size pg_input_error_info pg_input_is_valid pg_is_in_recovery
    pg_is_other_temp_schema pg_is_wal_replay_paused pg_jit_available pg_last_committed_xact pg_last_wal_receive_lsn
    pg_last_wal_replay_lsn pg_last_xact_replay_timestamp pg_listening_channels pg_lock_status pg_lsn pg_lsn_hash
    pg_mcv_list_items pg_my_temp_schema pg_notification_queue_usage pg_numa_available pg_opclass_is_visible
    pg_operator_is_visible pg_opfamily_is_visible pg_options_to_table pg_partition_ancestors pg_partition_root
    pg_partition_tree pg_postmaster_start_time pg_prepared_statement pg_prepared_xact pg_relation_filenode
    pg_relation_filepath pg_relation_is_publishable pg_relation_is_updatable pg_relation_size
    pg_safe_snapshot_blocking_pids pg_sequence_last_value pg_sequence_parameters pg_settings_get_flags
    pg_show_all_settings pg_show_replication_origin_status pg_size_bytes pg_size_pretty pg_snapshot_xip
    pg_snapshot_xmax pg_snapshot_xmin pg_split_walfile_name pg_stat_get_activity pg_stat_get_analyze_count
    pg_stat_get_archiver pg_stat_get_autoanalyze_count pg_stat_get_autovacuum_count pg_stat_get_backend_activity
    pg_stat_get_backend_activity_start pg_stat_get_backend_client_addr pg_stat_get_backend_client_port
    pg_stat_get_backend_dbid pg_stat_get_backend_idset pg_stat_get_backend_io pg_stat_get_backend_pid
    pg_stat_get_backend_start pg_stat_get_backend_subxact pg_stat_get_backend_userid pg_stat_get_backend_wait_event
    pg_stat_get_backend_wait_event_type pg_stat_get_backend_wal pg_stat_get_backend_xact_start
    pg_stat_get_bgwriter_buf_written_checkpoints pg_stat_get_bgwriter_buf_written_clean
    pg_stat_get_bgwriter_maxwritten_clean pg_stat_get_bgwriter_requested_checkpoints
    pg_stat_get_bgwriter_stat_reset_time pg_stat_get_bgwriter_timed_checkpoints pg_stat_get_blocks_fetched
    pg_stat_get_blocks_hit pg_stat_get_buf_alloc pg_stat_get_buf_fsync_backend pg_stat_get_buf_written_backend
    pg_stat_get_checkpoint_sync_time pg_stat_get_checkpoint_write_time pg_stat_get_checkpointer_buffers_written
    pg_stat_get_checkpointer_num_performed pg_stat_get_checkpointer_num_requested pg_stat_get_checkpointer_num_timed
    pg_stat_get_checkpointer_restartpoints_performed pg_stat_get_checkpointer_restartpoints_requested
    pg_stat_get_checkpointer_restartpoints_timed pg_stat_get_checkpointer_slru_written
    pg_stat_get_checkpointer_stat_reset_time pg_stat_get_checkpointer_sync_time pg_stat_get_checkpointer_write_time
    pg_stat_get_db_active_time pg_stat_get_db_blk_read_time pg_stat_get_db_blk_write_time
    pg_stat_get_db_blocks_fetched pg_stat_get_db_blocks_hit pg_stat_get_db_checksum_failures
    pg_stat_get_db_checksum_last_failure pg_stat_get_db_conflict_all pg_stat_get_db_conflict_bufferpin
    pg_stat_get_db_conflict_lock pg_stat_get_db_conflict_logicalslot pg_stat_get_db_conflict_snapshot
    pg_stat_get_db_conflict_startup_deadlock pg_stat_get_db_conflict_tablespace pg_stat_get_db_deadlocks
    pg_stat_get_db_idle_in_transaction_time pg_stat_get_db_numbackends pg_stat_get_db_parallel_workers_launched
    pg_stat_get_db_parallel_workers_to_launch pg_stat_get_db_session_time pg_stat_get_db_sessions
    pg_stat_get_db_sessions_abandoned pg_stat_get_db_sessions_fatal pg_stat_get_db_sessions_killed
    pg_stat_get_db_stat_reset_time pg_stat_get_db_temp_bytes pg_stat_get_db_temp_files pg_stat_get_db_tuples_deleted
    pg_stat_get_db_tuples_fetched pg_stat_get_db_tuples_inserted pg_stat_get_db_tuples_returned
    pg_stat_get_db_tuples_updated pg_stat_get_db_xact_commit pg_stat_get_db_xact_rollback pg_stat_get_dead_tuples
    pg_stat_get_function_calls pg_stat_get_function_self_time pg_stat_get_function_total_time
    pg_stat_get_ins_since_vacuum pg_stat_get_io pg_stat_get_last_analyze_time pg_stat_get_last_autoanalyze_time
    pg_stat_get_last_autovacuum_time pg_stat_get_last_vacuum_time pg_stat_get_lastscan pg_stat_get_live_tuples
    pg_stat_get_mod_since_analyze pg_stat_get_numscans pg_stat_get_progress_info pg_stat_get_recovery_prefetch
    pg_stat_get_replication_slot pg_stat_get_slru pg_stat_get_snapshot_timestamp pg_stat_get_subscription
    pg_stat_get_subscription_stats pg_stat_get_total_analyze_time pg_stat_get_total_autoanalyze_time
    pg_stat_get_total_autovacuum_time pg_stat_get_total_vacuum_time pg_stat_get_tuples_deleted
    pg_stat_get_tuples_fetched pg_stat_get_tuples_hot_updated pg_stat_get_tuples_inserted
    pg_stat_get_tuples_newpage_updated pg_stat_get_tuples_returned pg_stat_get_tuples_updated pg_stat_get_vacuum_count
    pg_stat_get_wal pg_stat_get_wal_receiver pg_stat_get_wal_senders pg_stat_get_xact_blocks_fetched
    pg_stat_get_xact_blocks_hit pg_stat_get_xact_function_calls pg_stat_get_xact_function_self_time
    pg_stat_get_xact_function_total_time pg_stat_get_xact_numscans pg_stat_get_xact_tuples_deleted
    pg_stat_get_xact_tuples_fetched pg_stat_get_xact_tuples_hot_updated pg_stat_get_xact_tuples_inserted
    pg_stat_get_xact_tuples_newpage_updated pg_stat_get_xact_tuples_returned pg_stat_get_xact_tuples_updated
    pg_stat_have_stats pg_stat_statements pg_stat_statements_info pg_statistics_obj_is_visible pg_table_is_visible
    pg_table_size pg_tablespace_databases pg_tablespace_location pg_tablespace_size pg_timezone_abbrevs
    pg_timezone_abbrevs_abbrevs pg_timezone_abbrevs_zone pg_timezone_names pg_total_relation_size pg_trigger_depth
    pg_ts_config_is_visible pg_ts_dict_is_visible pg_ts_parser_is_visible pg_ts_template_is_visible pg_type_is_visible
    pg_typeof pg_visible_in_snapshot pg_wal_lsn_diff pg_walfile_name pg_walfile_name_offset pg_xact_commit_timestamp
    pg_xact_status pgp_armor_headers pgp_key_id pgp_pub_decrypt pgp_pub_decrypt_bytea pgp_pub_encrypt
    pgp_pub_encrypt_bytea pgp_sym_decrypt pgp_sym_decrypt_bytea pgp_sym_encrypt pgp_sym_encrypt_bytea phraseto_tsquery
    pi plainto_tsquery point polygon popen position postgis_full_version postgis_geos_version postgis_lib_version
    postgis_proj_version postgis_version pow power querytree quote_ident quote_literal quote_nullable radians radius
    random random_normal range_agg range_intersect_agg range_merge rank rboolop regclass regexp_count regexp_instr
    regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr
    regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse
    right rollup round row row_number row_security_active row_to_json rpad rtrim satisfies_hash_partition scale
    sec_to_gc seg_center seg_contained seg_contains seg_different seg_lower seg_over_left seg_over_right seg_overlap
    seg_right seg_same seg_size seg_union seg_upper session_user set_bit set_byte set_masklen setweight sha224 sha256
    sha384 sha512 shobj_description show_limit show_trgm sign similar_escape similar_to_escape similarity sin sind
    sinh skeys slice slice_array slope some sort sort_asc sort_desc soundex split_part sqrt st_3dclosestpoint
    st_3ddfullywithin st_3ddistance st_3ddwithin st_3dextent st_3dintersects st_3dlength st_3dlineinterpolatepoint
    st_3dlongestline st_3dmakebox st_3dmaxdistance st_3dperimeter st_3dshortestline st_addmeasure st_addpoint
    st_affine st_angle st_area st_area2d st_asbinary st_asencodedpolyline st_asewkb st_asewkt st_asflatgeobuf
    st_asgeobuf st_asgeojson st_asgml st_ashexewkb st_askml st_aslatlontext st_asmarc21 st_asmvt st_asmvtgeom st_assvg
    st_astext st_astwkb st_asx3d st_azimuth st_bdmpolyfromtext st_bdpolyfromtext st_boundary st_boundingdiagonal
    st_box2dfromgeohash st_buffer st_buildarea st_centroid st_chaikinsmoothing st_cleangeometry st_clipbybox2d
    st_closestpoint st_closestpointofapproach st_clusterdbscan st_clusterintersecting st_clusterkmeans
    st_clusterwithin st_collect st_collectionextract st_collectionhomogenize st_combinebbox st_concavehull st_contains
    st_containsproperly st_convexhull st_coorddim st_coveredby st_covers st_cpawithin st_crosses st_curvetoline
    st_delaunaytriangles st_dfullywithin st_difference st_dimension st_disjoint st_distance st_distancecpa
    st_distancesphere st_distancespheroid st_dump st_dumppoints st_dumprings st_dumpsegments st_dwithin st_endpoint
    st_envelope st_equals st_estimatedextent st_expand st_extent st_exteriorring st_filterbym st_flipcoordinates
    st_force2d st_force3d st_force3dm st_force3dz st_force4d st_forcecollection st_forcecurve st_forcepolygonccw
    st_forcepolygoncw st_forcerhr st_forcesfs st_frechetdistance st_fromflatgeobuf st_generatepoints st_geogfromtext
    st_geogfromwkb st_geographyfromtext st_geohash st_geomcollfromtext st_geomcollfromwkb st_geometricmedian
    st_geometryfromtext st_geometryn st_geometrytype st_geomfromewkb st_geomfromewkt st_geomfromgeohash
    st_geomfromgeojson st_geomfromgml st_geomfromkml st_geomfrommarc21 st_geomfromtext st_geomfromtwkb st_geomfromwkb
    st_gmltosql st_hasarc st_hausdorffdistance st_hexagon st_hexagongrid st_interiorringn st_interpolatepoint
    st_intersection st_intersects st_isclosed st_iscollection st_isempty st_ispolygonccw st_ispolygoncw st_isring
    st_issimple st_isvalid st_isvaliddetail st_isvalidreason st_isvalidtrajectory st_length st_length2d
    st_length2dspheroid st_lengthspheroid st_letters st_linecrossingdirection st_linefromencodedpolyline
    st_linefrommultipoint st_linefromtext st_linefromwkb st_lineinterpolatepoint st_lineinterpolatepoints
    st_linelocatepoint st_linemerge st_linestringfromwkb st_linesubstring st_linetocurve st_locatealong
    st_locatebetween st_locatebetweenelevations st_longestline st_m st_makebox2d st_makeenvelope st_makeline
    st_makepoint st_makepointm st_makepolygon st_makevalid st_maxdistance st_maximuminscribedcircle st_memcollect
    st_memsize st_memunion st_minimumboundingcircle st_minimumboundingradius st_minimumclearance
    st_minimumclearanceline st_mlinefromtext st_mlinefromwkb st_mpointfromtext st_mpointfromwkb st_mpolyfromtext
    st_mpolyfromwkb st_multi st_multilinefromwkb st_multilinestringfromtext st_multipointfromtext st_multipointfromwkb
    st_multipolyfromwkb st_multipolygonfromtext st_ndims st_node st_normalize st_npoints st_nrings st_numgeometries
    st_numinteriorring st_numinteriorrings st_numpatches st_numpoints st_offsetcurve st_orderingequals
    st_orientedenvelope st_overlaps st_patchn st_perimeter st_perimeter2d st_point st_pointfromgeohash
    st_pointfromtext st_pointfromwkb st_pointinsidecircle st_pointm st_pointn st_pointonsurface st_points st_pointz
    st_pointzm st_polyfromtext st_polyfromwkb st_polygon st_polygonfromtext st_polygonfromwkb st_polygonize st_project
    st_quantizecoordinates st_reduceprecision st_relate st_relatematch st_removepoint st_removerepeatedpoints
    st_reverse st_rotate st_rotatex st_rotatey st_rotatez st_scale st_scroll st_segmentize st_seteffectivearea
    st_setpoint st_setsrid st_sharedpaths st_shiftlongitude st_shortestline st_simplify st_simplifypolygonhull
    st_simplifypreservetopology st_simplifyvw st_snap st_snaptogrid st_split st_square st_squaregrid st_srid
    st_startpoint st_subdivide st_summary st_symdifference st_symmetricdifference st_tileenvelope st_touches
    st_transform st_translate st_transscale st_triangulatepolygon st_unaryunion st_union st_voronoilines
    st_voronoipolygons st_within st_wkbtosql st_wkttosql st_wrapx st_x st_xmax st_xmin st_y st_ymax st_ymin st_z
    st_zmax st_zmflag st_zmin starts_with statement_timestamp stddev stddev_pop stddev_samp strict_word_similarity
    string_agg string_to_array string_to_table strip strpos subarray subltree subpath substr substring subvector sum
    svals system_user tan tand tanh tconvert text text2ltree text_soundex texticlike texticnlike texticregexeq
    texticregexne textlen time time_bucket time_bucket_gapfill time_hash timeofday timestamp timestamp_cmp_date
    timestamp_cmp_timestamptz timestamp_hash timestamptz timestamptz_cmp_date timestamptz_cmp_timestamp
    timestamptz_hash timetz timetz_hash timezone to_ascii to_bin to_char to_date to_hex to_json to_jsonb to_number
    to_oct to_regclass to_regcollation to_regnamespace to_regoper to_regoperator to_regproc to_regprocedure to_regrole
    to_regtype to_regtypemod to_timestamp to_tsquery to_tsvector transaction_timestamp translate treat trim trim_array
    trim_scale trunc ts_debug ts_delete ts_filter ts_headline ts_lexize ts_parse ts_rank ts_rank_cd ts_token_type
    tsmultirange tsquery_phrase tsrange tstzmultirange tstzrange tsvector_to_array txid_current_if_assigned
    txid_current_snapshot txid_snapshot_xip txid_snapshot_xmax txid_snapshot_xmin txid_status txid_visible_in_snapshot
    unaccent unicode_assigned unicode_version uniq unistr unnest upc upper upper_inc upper_inf uuid_extract_timestamp
    uuid_extract_version uuid_generate_v1 uuid_generate_v1mc uuid_generate_v3 uuid_generate_v4 uuid_generate_v5
    uuid_hash uuid_nil uuid_ns_dns uuid_ns_oid uuid_ns_url uuid_ns_x500 uuidv4 uuidv7 var_pop var_samp varbit varchar
    variance vector_dims vector_norm version websearch_to_tsquery width width_bucket word_similarity xid xml
    xml_is_well_formed xml_is_well_formed_content xml_is_well_formed_document xmlagg xmlcomment xmlconcat xmlconcat2
    xmlelement xmlexists xmlforest xmlparse xmlpi xmlroot xmlserialize xmltable xmltext xmlvalidate xpath xpath_exists
  `,
  unsafe: `
    addauth addgeometrycolumn amvalidate autoprewarm_dump_now autoprewarm_start_worker
    binary_upgrade_add_sub_rel_state binary_upgrade_create_empty_extension binary_upgrade_logical_slot_has_caught_up
    binary_upgrade_replorigin_advance binary_upgrade_set_missing_value binary_upgrade_set_next_array_pg_type_oid
    binary_upgrade_set_next_heap_pg_class_oid binary_upgrade_set_next_heap_relfilenode
    binary_upgrade_set_next_index_pg_class_oid binary_upgrade_set_next_index_relfilenode
    binary_upgrade_set_next_multirange_array_pg_type_oid binary_upgrade_set_next_multirange_pg_type_oid
    binary_upgrade_set_next_pg_authid_oid binary_upgrade_set_next_pg_enum_oid
    binary_upgrade_set_next_pg_tablespace_oid binary_upgrade_set_next_pg_type_oid
    binary_upgrade_set_next_toast_pg_class_oid binary_upgrade_set_next_toast_relfilenode
    binary_upgrade_set_record_init_privs box3dtobox brin_desummarize_range brin_metapage_info brin_page_items
    brin_page_type brin_revmap_data brin_summarize_new_values brin_summarize_range bt_index_check
    bt_index_parent_check bt_metap bt_multi_page_stats bt_page_items bt_page_stats checkauth connectby contains_2d
    crosstab crosstab2 crosstab3 crosstab4 currtid2 cursor_to_xml cursor_to_xmlschema database_to_xml
    database_to_xml_and_xmlschema database_to_xmlschema dblink dblink_build_sql_delete dblink_build_sql_insert
    dblink_build_sql_update dblink_cancel_query dblink_close dblink_connect dblink_connect_u dblink_current_query
    dblink_disconnect dblink_error_message dblink_exec dblink_fdw_validator dblink_fetch dblink_get_connections
    dblink_get_notify dblink_get_pkey dblink_get_result dblink_is_busy dblink_open dblink_send_query delete
    disablelongtransactions dropgeometrycolumn dropgeometrytable enablelongtransactions file_fdw_validator find_srid
    fips_mode fmgr_c_validator fmgr_internal_validator fmgr_sql_validator fsm_page_contents geography_cmp
    geography_distance_knn geography_eq geography_ge geography_gt geography_le geography_lt geography_overlaps
    geography_send geography_typmod_in geometry_above geometry_below geometry_cmp geometry_contained_3d
    geometry_contains geometry_contains_3d geometry_contains_nd geometry_distance_box geometry_distance_centroid
    geometry_distance_centroid_nd geometry_distance_cpa geometry_eq geometry_ge geometry_gt geometry_hash geometry_le
    geometry_left geometry_lt geometry_overabove geometry_overbelow geometry_overlaps geometry_overlaps_3d
    geometry_overlaps_nd geometry_overleft geometry_overright geometry_right geometry_same geometry_same_3d
    geometry_same_nd geometry_send geometry_typmod_in geometry_within geometry_within_nd geometrytype geomfromewkb
    geomfromewkt get_proj4_from_srid get_raw_page gettransactionid gin_clean_pending_list gin_index_check
    gin_leafpage_items gin_metapage_info gin_page_opaque_info gist_page_items gist_page_items_bytea
    gist_page_opaque_info hash_bitmap_info hash_metapage_info hash_page_items hash_page_stats hash_page_type
    heap_force_freeze heap_force_kill heap_page_item_attrs heap_page_items heap_tuple_infomask_flags
    int_array_aggregate int_array_enum is_contained_2d isn_weak lo_close lo_creat lo_create lo_export lo_from_bytea
    lo_get lo_import lo_lseek lo_lseek64 lo_oid lo_open lo_put lo_tell lo_tell64 lo_truncate lo_truncate64 lo_unlink
    lockrow longtransactionsenabled loread lowrite nextval normal_rand overlaps_2d overlaps_geog overlaps_nd
    page_checksum page_header pg_advisory_lock pg_advisory_lock_shared pg_advisory_unlock pg_advisory_unlock_all
    pg_advisory_unlock_shared pg_advisory_xact_lock pg_advisory_xact_lock_shared pg_available_wal_summaries
    pg_backup_start pg_backup_stop pg_buffercache_evict pg_buffercache_evict_all pg_buffercache_evict_relation
    pg_buffercache_numa_pages pg_buffercache_pages pg_buffercache_summary pg_buffercache_usage_counts
    pg_cancel_backend pg_check_frozen pg_check_visible pg_clear_attribute_stats pg_clear_relation_stats
    pg_control_checkpoint pg_control_init pg_control_recovery pg_control_system pg_copy_logical_replication_slot
    pg_copy_physical_replication_slot pg_create_logical_replication_slot pg_create_physical_replication_slot
    pg_create_restore_point pg_current_logfile pg_current_xact_id pg_drop_replication_slot
    pg_event_trigger_ddl_commands pg_event_trigger_dropped_objects pg_event_trigger_table_rewrite_oid
    pg_event_trigger_table_rewrite_reason pg_export_snapshot pg_extension_config_dump pg_file_rename pg_file_sync
    pg_file_unlink pg_file_write pg_freespace pg_get_aios pg_get_loaded_modules pg_get_logical_snapshot_info
    pg_get_logical_snapshot_meta pg_get_multixact_members pg_get_shmem_allocations_numa pg_get_wait_events
    pg_get_wal_block_info pg_get_wal_record_info pg_get_wal_records_info pg_get_wal_records_info_till_end_of_wal
    pg_get_wal_resource_managers pg_get_wal_stats pg_get_wal_stats_till_end_of_wal pg_get_wal_summarizer_state
    pg_hba_file_rules pg_ident_file_mappings pg_import_system_collations pg_isolation_test_session_is_blocked
    pg_log_backend_memory_contexts pg_log_standby_snapshot pg_logdir_ls pg_logical_emit_message
    pg_logical_slot_get_binary_changes pg_logical_slot_get_changes pg_logical_slot_peek_binary_changes
    pg_logical_slot_peek_changes pg_ls_archive_statusdir pg_ls_dir pg_ls_logdir pg_ls_logicalmapdir
    pg_ls_logicalsnapdir pg_ls_replslotdir pg_ls_summariesdir pg_ls_tmpdir pg_ls_waldir pg_nextoid pg_notify
    pg_old_snapshot_time_mapping pg_prewarm pg_promote pg_read_binary_file pg_read_file pg_read_file_old
    pg_reload_conf pg_relpages pg_replication_origin_advance pg_replication_origin_create pg_replication_origin_drop
    pg_replication_origin_oid pg_replication_origin_progress pg_replication_origin_session_is_setup
    pg_replication_origin_session_progress pg_replication_origin_session_reset pg_replication_origin_session_setup
    pg_replication_origin_xact_reset pg_replication_origin_xact_setup pg_replication_slot_advance
    pg_restore_attribute_stats pg_restore_relation_stats pg_rotate_logfile pg_rotate_logfile_old
    pg_show_all_file_settings pg_sleep pg_sleep_for pg_sleep_until pg_stat_clear_snapshot pg_stat_file
    pg_stat_force_next_flush pg_stat_reset pg_stat_reset_backend_stats pg_stat_reset_replication_slot
    pg_stat_reset_shared pg_stat_reset_single_function_counters pg_stat_reset_single_table_counters pg_stat_reset_slru
    pg_stat_reset_subscription_stats pg_stat_statements_reset pg_stop_making_pinned_objects pg_switch_wal
    pg_sync_replication_slots pg_terminate_backend pg_truncate_visibility_map pg_try_advisory_lock
    pg_try_advisory_lock_shared pg_try_advisory_xact_lock pg_try_advisory_xact_lock_shared pg_visibility
    pg_visibility_map pg_visibility_map_summary pg_wal_replay_pause pg_wal_replay_resume pg_wal_summary_contents
    pg_xact_commit_timestamp_origin pgrowlocks pgstatginindex pgstathashindex pgstatindex pgstattuple
    pgstattuple_approx plpgsql_validator populate_geometry_columns populate_record postgis_addbbox
    postgis_constraint_dims postgis_constraint_srid postgis_constraint_type postgis_dropbbox
    postgis_extensions_upgrade postgis_geos_noop postgis_getbbox postgis_hasbbox postgis_lib_build_date
    postgis_lib_revision postgis_libjson_version postgis_liblwgeom_version postgis_libprotobuf_version
    postgis_libxml_version postgis_noop postgis_scripts_build_date postgis_scripts_installed postgis_scripts_released
    postgis_svn_version postgis_transform_geometry postgis_type_name postgis_typmod_dims postgis_typmod_srid
    postgis_typmod_type postgis_wagyu_version postgres_fdw_disconnect postgres_fdw_disconnect_all
    postgres_fdw_get_connections postgres_fdw_validator postgresql_fdw_validator query_to_xml
    query_to_xml_and_xmlschema query_to_xmlschema schema_to_xml schema_to_xml_and_xmlschema schema_to_xmlschema
    set_config set_limit setseed setval ssl_cipher ssl_client_cert_present ssl_client_dn ssl_client_dn_field
    ssl_client_serial ssl_extension_info ssl_is_used ssl_issuer_dn ssl_issuer_field ssl_version st_findextent
    st_fromflatgeobuftotable table_to_xml table_to_xml_and_xmlschema table_to_xmlschema ts_rewrite ts_stat
    tuple_data_split txid_current unlockrows updategeometrysrid verify_heapam xml_encode_special_chars xml_valid
    xpath_bool xpath_list xpath_nodeset xpath_number xpath_string xpath_table xslt_process
  `,
  unsafeTables: ``,
  operators: `
    !! != !~ !~* !~~ !~~* # ## #- #<# #<=# #= #> #># #>=# #>> % %# %% %> %>> & && &&& &/& &< &<| &> * *< *<= *<> *= *>
    *>= + - -> ->> -|- / < <#> <% <%> <+> <-> <->> <->>> << <<% <<-> <<->> <<<-> <<= <<@ <<| <= <=> <> <@ <@> <^ <~> =
    > >= >> >>= >^ ? ?# ?& ?- ?-| ?<@ ?@ ?@> ?| ?|| ?~ @ @-@ @> @>> @? @@ @@@ ^ ^<@ ^? ^@ ^@> ^~ | |&> |/ |=| |>> ||
    ||/ ~ ~* ~<=~ ~<~ ~= ~== ~> ~>=~ ~>~ ~~ ~~* ~~=
  `,
  records: `
    aclexplode each json_each json_each_text json_to_record json_to_recordset jsonb_each jsonb_each_text
    jsonb_to_record jsonb_to_recordset pg_available_extension_versions pg_available_extensions pg_config pg_cursor
    pg_extension_update_paths pg_get_backend_memory_contexts pg_get_catalog_foreign_keys pg_get_keywords
    pg_get_object_address pg_get_publication_tables pg_get_replication_slots pg_get_sequence_data
    pg_get_shmem_allocations pg_identify_object pg_identify_object_as_address pg_input_error_info
    pg_last_committed_xact pg_lock_status pg_mcv_list_items pg_options_to_table pg_partition_tree
    pg_prepared_statement pg_prepared_xact pg_sequence_parameters pg_show_all_settings
    pg_show_replication_origin_status pg_split_walfile_name pg_stat_get_activity pg_stat_get_archiver
    pg_stat_get_backend_io pg_stat_get_backend_subxact pg_stat_get_backend_wal pg_stat_get_io
    pg_stat_get_progress_info pg_stat_get_recovery_prefetch pg_stat_get_replication_slot pg_stat_get_slru
    pg_stat_get_subscription pg_stat_get_subscription_stats pg_stat_get_wal pg_stat_get_wal_receiver
    pg_stat_get_wal_senders pg_stat_statements pg_stat_statements_info pg_timezone_abbrevs pg_timezone_abbrevs_abbrevs
    pg_timezone_abbrevs_zone pg_timezone_names pg_walfile_name_offset pgp_armor_headers st_dump st_dumppoints
    st_dumprings st_dumpsegments st_hexagongrid st_isvaliddetail st_maximuminscribedcircle st_minimumboundingradius
    st_squaregrid ts_debug ts_parse ts_token_type
  `,
}
