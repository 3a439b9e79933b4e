//! Other people's programs: started with limits, ended with everything they started.
